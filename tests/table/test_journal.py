"""What holds in a journal, and how far back undo and redo go."""

import random

from scorekeeper.table.journal import Entry, Leave, Void, effective, steps

ACT = Leave(player="Алла")


def journal(*voided: int) -> list[Entry]:
    """An entry for each number: 0 is an action, any other the entry that a void names."""
    return [Void(entry=number) if number else ACT for number in voided]


def test_a_void_takes_its_entry_back() -> None:
    assert effective(journal(0, 0, 1)) == [False, True, True]


def test_a_void_of_a_void_brings_the_entry_back() -> None:
    assert effective(journal(0, 1, 2)) == [True, False, True]
    assert effective(journal(0, 1, 2, 3)) == [False, True, False, True]


def test_an_entry_may_be_taken_back_twice_over() -> None:
    assert effective(journal(0, 1, 1)) == [False, True, True]
    assert effective(journal(0, 1, 1, 2)) == [False, False, True, True]


def test_a_void_of_what_comes_later_or_of_itself_takes_nothing_back() -> None:
    assert effective(journal(2, 0)) == [True, True]
    assert effective(journal(1)) == [True]


def test_undo_goes_back_step_by_step_and_redo_forth() -> None:
    assert steps(journal(0, 0, 0)).done == (1, 2, 3)
    twice_undone = steps(journal(0, 0, 0, 3, 2))
    assert (twice_undone.done, twice_undone.undone) == ((1,), (4, 5))
    once_redone = steps(journal(0, 0, 0, 3, 2, 5))
    assert (once_redone.done, once_redone.undone) == ((1, 2), (4,))
    all_redone = steps(journal(0, 0, 0, 3, 2, 5, 4))
    assert (all_redone.done, all_redone.undone) == ((1, 2, 3), ())


def test_a_new_action_leaves_nothing_to_redo() -> None:
    after = steps(journal(0, 0, 2, 0))
    assert (after.done, after.undone) == ((1, 4), ())


def test_taking_back_something_older_is_an_action_that_can_be_undone() -> None:
    after = steps(journal(0, 0, 0, 1))
    assert (after.done, after.undone) == ((1, 2, 3, 4), ())
    undone = journal(0, 0, 0, 1, 4)
    assert (steps(undone).done, steps(undone).undone) == ((1, 2, 3), (5,))
    assert effective(undone) == [True, True, True, False, True]


def test_undo_and_redo_keep_the_journal_and_the_steps_of_one_mind() -> None:
    rng = random.Random(1)
    for _ in range(200):
        made: list[Entry] = []
        done: list[int] = []
        undone: list[int] = []
        for _ in range(rng.randint(1, 25)):
            now = steps(made)
            assert list(now.done) == done
            assert len(now.undone) == len(undone)
            choice = rng.random()
            if choice < 0.4 and now.done:
                made.append(Void(entry=now.done[-1]))
                undone.append(done.pop())
            elif choice < 0.7 and now.undone:
                made.append(Void(entry=now.undone[-1]))
                done.append(undone.pop())
            else:
                made.append(ACT)
                done.append(len(made))
                undone.clear()
            holds = effective(made)
            assert [number for number, entry in enumerate(made, 1) if holds[number - 1] and entry is ACT] == done
