// Nothing is declared here.
