/**
 * The harness is a module of its own: code under test reaches what is public in it, which is what instrumented code
 * uses, and nothing else by reflection.
 */
module mts.harness {
    requires jdk.compiler;

    exports mts_harness;
}
