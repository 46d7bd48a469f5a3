//! markov
