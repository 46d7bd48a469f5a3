module app {
    requires words;
    uses words.Speaker;
}
