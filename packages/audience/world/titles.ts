/** A video of this server. */
interface Hosted {
  assetId: string
  /** Its playlist. */
  address: string
  /** Of a broadcast: how far behind its viewers are, roughly. */
  latencyMs?: number
}

/** A live stream of this server that is being broadcast. */
export interface HostedLive extends Hosted {
  liveStreamId: string
}

export interface Title {
  id: string
  title: string
  series: string | null
  contentType: 'movie' | 'episode' | 'clip' | 'sport' | 'news'
  /** Null for a live channel. */
  durationMs: number | null
  language: string
  weight: number
  /** Half of the viewers who neither finish nor are interrupted watch longer than this. */
  stayMs: number
  hosted?: Hosted | HostedLive
}

const minuteMs = 60_000

const film = (id: string, title: string, minutes: number, weight: number): Title => ({
  id,
  title,
  series: null,
  contentType: 'movie',
  durationMs: minutes * minuteMs,
  language: 'en',
  weight,
  stayMs: 15 * minuteMs,
})

const episodes = (
  series: string,
  prefix: string,
  minutes: number,
  titles: readonly (readonly [title: string, weight: number])[],
): Title[] =>
  titles.map(([title, weight], index) => ({
    id: `${prefix}-${String(index + 1).padStart(2, '0')}`,
    title,
    series,
    contentType: 'episode',
    durationMs: minutes * minuteMs + index * 7_000,
    language: 'en',
    weight,
    stayMs: 8 * minuteMs,
  }))

const channel = (
  id: string,
  title: string,
  contentType: 'sport' | 'news',
  weight: number,
): Title => ({
  id,
  title,
  series: null,
  contentType,
  durationMs: null,
  language: 'en',
  weight,
  stayMs: 7 * minuteMs,
})

const clip = (id: string, title: string, seconds: number, weight: number): Title => ({
  id,
  title,
  series: 'Trailers',
  contentType: 'clip',
  durationMs: seconds * 1000,
  language: 'en',
  weight,
  stayMs: minuteMs,
})

export const northlightTitles: readonly Title[] = [
  ...episodes('Harbour Lights', 'hl', 44, [
    ['The Return', 9],
    ['Low Tide', 7],
    ['A Letter from Bergen', 6],
    ['The Keeper', 5],
    ['Storm Warning', 5],
    ['What the Sea Gave Back', 4],
  ]),
  ...episodes('Second Shift', 'ss', 24, [
    ['Monday', 6],
    ['The New Manager', 5],
    ['Inventory', 4],
    ['Secret Santa', 4],
    ['Overtime', 3],
  ]),
  ...episodes('Cold Case Club', 'cc', 52, [
    ['The Empty Flat', 5],
    ['Witness 14', 4],
    ['Room with No View', 3],
  ]),
  ...episodes('Kitchen Atlas', 'ka', 28, [
    ['Lisbon', 3],
    ['Oaxaca', 2],
    ['Tbilisi', 2],
  ]),
  film('mv-aurora', 'Aurora Station', 118, 6),
  film('mv-glass', 'The Glass Orchard', 97, 4),
  film('mv-night', 'Night Train North', 104, 4),
  film('mv-paper', 'Paper Boats', 89, 2),
  film('mv-ember', 'Ember Valley', 126, 3),
  clip('tr-aurora', 'Aurora Station: official trailer', 132, 5),
  clip('tr-hl2', 'Harbour Lights: season two teaser', 74, 4),
  channel('ch-news', 'Northlight News', 'news', 9),
  channel('ch-sport', 'Northlight Sport', 'sport', 10),
  channel('ch-one', 'Northlight One', 'news', 5),
]

export const harbourTitles: readonly Title[] = [
  film('hp-1001', 'The Long Crossing', 92, 5),
  film('hp-1002', 'Salt and Iron', 108, 4),
  film('hp-1003', 'Seven Winters', 121, 3),
  film('hp-1004', 'The Cartographer', 99, 3),
  clip('hp-t1001', 'The Long Crossing: trailer', 118, 4),
  clip('hp-t1002', 'Salt and Iron: trailer', 95, 3),
]
