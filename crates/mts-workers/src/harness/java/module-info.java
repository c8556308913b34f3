/**
 * The harness of the Java worker. The harness is a module, so that code under test can use only its public members,
 * even by reflection. Instrumented code calls some of these members.
 */
module mts.harness {
    requires jdk.compiler;

    exports mts_harness;
}
