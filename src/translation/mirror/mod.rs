//! The mirror: replays a Java mutant's edit on the port that stands in the repository.
