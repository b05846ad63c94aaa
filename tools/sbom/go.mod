// The bill of materials of a release is made with this; never part of the binary.
module anamnesis/tools/sbom

go 1.26.0

require github.com/google/licensecheck v0.3.1
