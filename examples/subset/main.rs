mod corpora;
use epitome::subset::*;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    if args[1] == "gap" {
        let mut gaps = [0.0f64; 3]; let mut worst=[0.0f64;3]; let mut exact=0; let mut wrong=0;
        let mut hit=[0;3];
        let count = 1000;
        for seed in 0..count {
            let p = Problem::new(&corpora::small(seed)).unwrap();
            let best = exhaustive(&p).unwrap();
            for (i, m) in SubsetMethod::ALL.into_iter().enumerate() {
                let s = select(&p, &SubsetOptions{method:m,..Default::default()}).unwrap();
                let gap = if best.objective==0.0 {s.objective} else {1.0 - s.objective/best.objective}; if gap < -1e-9 {println!("{seed} {m} {s:?} {best:?}");}
                gaps[i]+=gap; worst[i]=worst[i].max(gap); if gap<1e-9 {hit[i]+=1;}
                if i==2 { exact += s.exact as u32; if s.exact && gap>1e-8 {wrong+=1;} if s.bound.unwrap() < best.objective*(1.0-1e-9) {println!("bad bound {seed} {:?} {}", s.bound, best.objective);} }
                assert!(gap > -1e-9);
            }
        }
        println!("gaps % {:?} worst {:?} hits {:?} exact {exact} wrong {wrong}", gaps.map(|g|100.0*g/count as f64), worst, hit);
        return;
    }
    let n: usize = args[1].parse().unwrap();
    let seed: u64 = args[2].parse().unwrap();
    let pw = args[3]=="pw";
    let spec = corpora::table_1(n, seed, pw);
    let t = Instant::now();
    let p = Problem::new(&spec).unwrap();
    drop(spec);
    println!("build {:.2?}", t.elapsed());
    for m in SubsetMethod::ALL {
        if m==SubsetMethod::Dlib { for seed in 0..2 { for raw in [false,true] {
            let t = Instant::now();
            let s = select(&p, &SubsetOptions{method:m,seed, multiplier: raw.then_some(1.0), step: raw.then_some(0.003),..Default::default()}).unwrap();
            println!("{m} raw {raw} {:.1} spent {:.2?} l {:.3?} it {} {:.2?}", s.objective, s.spent, s.multipliers, s.iterations, t.elapsed());
        }} continue; }
        let t = Instant::now();
        let mut solver = Solver::new(&p, &SubsetOptions{method:m,..Default::default()}).unwrap();
        let mut it=0;
        while !solver.step() { if solver.iterations()>it {it=solver.iterations(); let s=solver.selection(); println!("   {it} {:.1} spent {:.2?} bound {:.1?} l {:.3?} {:.2?}", s.objective,s.spent,s.bound,s.multipliers,t.elapsed());}}
        let s = solver.selection();
        println!("{m} {:.1} n {} spent {:.2?} l {:.3?} it {} bound {:?} exact {} {:.2?}", s.objective, s.chosen.len(), s.spent, s.multipliers, s.iterations, s.bound, s.exact, t.elapsed());
    }
    println!("{}", std::fs::read_to_string("/proc/self/status").unwrap().lines().find(|l| l.starts_with("VmHWM")).unwrap());
}
