//! The example that is a log by frame.

#[path = "../../examples/duel/mod.rs"]
mod duel;
#[path = "../../examples/frames/log.rs"]
mod log;

#[test]
fn the_duel_is_played_frame_by_frame() {
    let played = log::played();
    let begin = "\
frame   1  Aspen strikes
               ▫▫▫▫ Aspen: Lunge
frame   2      ▪▫▫▫ Aspen: Lunge
frame   3      ▪▪▫▫ Aspen: Lunge
frame   4      ▪▪▪▫ Aspen: Lunge
frame   5  Bezel loses 7 hp, 9 left
               ▫▫ Bezel: Flash
frame   6      ▪▫ Bezel: Flash
frame   7  Bezel guards
           Aspen strikes
               ▫▫▫▫ Aspen: Lunge
";
    assert!(played.starts_with(begin), "{played}");
    assert!(played.ends_with("has lost the duel\n"), "{played}");
}
