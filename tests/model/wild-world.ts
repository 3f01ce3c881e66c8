import { northlight, type World } from '@playhead/audience/world/world.ts'

const minuteMs = 60_000

/** Every viewer here experiences many events within a few minutes. */
export const wildWorld: World = {
  ...northlight,
  viewerCount: 500,
  adShare: 0.4,
  titles: northlight.titles.map((title) => ({
    ...title,
    stayMs: 3 * minuteMs,
    durationMs: title.durationMs === null ? null : Math.min(title.durationMs, 6 * minuteMs),
  })),
  habits: {
    pausesPerMinute: 0.6,
    seeksPerMinute: 0.7,
    switchesPerMinute: 0.8,
    stallsPerMinute: 0.5,
    fullscreenShare: 0.5,
    captionsShare: 0.3,
    autoplayShare: 0.5,
    impatientShare: 0.08,
    failureShare: 0.15,
    warningShare: 0.5,
    crashShare: 0.2,
    cachedShare: 0.15,
    interruptedShare: 0.3,
    stay: 1,
  },
  incidentsAt: (at) => [
    {
      kind: 'cdn_brownout',
      from: at - minuteMs,
      to: at + (at % 2 === 0 ? minuteMs : -minuteMs / 2),
    },
  ],
}
