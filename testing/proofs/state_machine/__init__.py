"""The state machine: any order of operations, faults and times."""
