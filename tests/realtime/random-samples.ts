export type Random = () => number

/** Equal numbers for the same seed, between 0 and 1. */
export const randomOf = (seed: number): Random => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Samples of any views in one step: watching, starting, failing and leaving, known and unknown values. */
export const someSamples = (random: Random, step: number, count: number) => {
  const one = <T>(...values: T[]): T => values[Math.floor(random() * values.length)]!
  const isLikely = (share: number) => random() < share
  return Array.from({ length: count }, () => {
    const asn = one(null, 1, 2, 3)
    const started = isLikely(0.2)
    const failed = isLikely(0.1)
    return {
      sampled_at: step,
      is_watching: isLikely(0.8),
      is_starting_up: isLikely(0.1),
      started,
      failed,
      startup_failed: failed && isLikely(0.4),
      exited_before_start: isLikely(0.1),
      watch_ms: one(0, 1200, 5000),
      rebuffer_ms: one(0, 0, 700, 5000),
      bitrate: one(null, 800_000, 2_500_000, 6_100_000),
      video_startup_time: started ? Math.floor(random() * 12_000) : null,
      asn,
      asn_name: asn === null ? null : `Network ${asn}`,
      cdn: one(null, 'fastly', 'akamai'),
      country: one(null, 'US', 'DE', 'FR', 'BR'),
      region: one(null, 'CA', 'BY'),
      operating_system: one(null, 'Linux', 'iOS', 'tvOS'),
      browser: one(null, 'Firefox', 'Safari'),
      player_name: one(null, 'Player A', 'Player B'),
      stream_type: one('live', 'on-demand'),
      sub_property_id: one(null, 'one'),
      video_id: `video ${Math.floor(random() * 40)}`,
      video_series: one(null, 'Series'),
      video_title: isLikely(0.1) ? null : `Title ${Math.floor(random() * 30)}`,
      view_has_ad: isLikely(0.3),
    }
  })
}
