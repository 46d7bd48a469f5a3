module words {
    exports words;
    opens words.open to app;
    provides words.Speaker with words.hidden.Loud;
}
