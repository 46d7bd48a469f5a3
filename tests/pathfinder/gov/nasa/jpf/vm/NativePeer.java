package gov.nasa.jpf.vm;

/** Its presence tells that classes may have native peers. */
public class NativePeer {}
