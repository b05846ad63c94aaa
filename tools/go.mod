// Tools that the project is checked with; never part of the binary.
module anamnesis/tools

go 1.26.0
