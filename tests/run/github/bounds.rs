//! Tests answers that GitHub's description does not allow. A validating proxy would refuse them, so
//! `.ci/contract` does not run these tests.

use crate::support::github_standin::Fault;
use crate::support::github_standin::world::World;
use cargo_mts::github::Extent;

#[test]
fn an_answer_that_is_too_long_is_requested_again_and_not_stored() {
    let world = World::new();
    let message: &'static str = "x".repeat(33 << 20).leak();
    world.state().faults.push(Fault {
        method: "GET",
        path: "/comments",
        status: 200,
        headers: Vec::new(),
        message,
        effect: false,
    });
    let published = world.publish();
    assert_eq!((published.extent, world.marked().len()), (Extent::Full, 1), "{:?}", published.warnings);
    assert!(world.state().asked("GET", "/comments") >= 2);
}
