//! symbolic
