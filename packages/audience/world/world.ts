import { ladder, players, type PlayerSoftware, type Rendition } from './players.ts'
import { devices, type Device } from './devices.ts'
import { type Incident, incidentsAround } from './incidents.ts'
import { places, type Place } from './places.ts'
import { harbourTitles, northlightTitles, type Title } from './titles.ts'

export interface Cdn {
  name: string
  weight: number
  /** 1 is fast; slower players start later and stall more. */
  quality: number
}

/** How often viewers do things; rates are per minute of playback, shares are of views. */
interface Habits {
  pausesPerMinute: number
  seeksPerMinute: number
  switchesPerMinute: number
  stallsPerMinute: number
  fullscreenShare: number
  captionsShare: number
  autoplayShare: number
  impatientShare: number
  failureShare: number
  warningShare: number
  crashShare: number
  /** Share of pages that are frozen silently: most browsers do so when the viewer navigates away. */
  cachedShare: number
  /** Share of viewers who leave in the middle of a stall, a pause or an ad. */
  interruptedShare: number
  /** Factor on the usual watch time; 1 is normal. */
  stay: number
}

/** Everything an audience is drawn from. Two worlds with the same seed and content give the same viewers. */
export interface World {
  /** Part of every URL that the players report. */
  domain: string
  titles: readonly Title[]
  places: readonly Place[]
  devices: readonly Device[]
  players: readonly PlayerSoftware[]
  ladder: readonly Rendition[]
  cdns: readonly Cdn[]
  viewerCount: number
  /** Daily average. */
  viewsPerDay: number
  adShare: number
  habits: Habits
  subProperties: readonly string[]
  incidentsAt(at: number): readonly Incident[]
}

const calm: Habits = {
  pausesPerMinute: 0.05,
  seeksPerMinute: 0.06,
  switchesPerMinute: 0.18,
  stallsPerMinute: 0.035,
  fullscreenShare: 0.3,
  captionsShare: 0.14,
  autoplayShare: 0.35,
  impatientShare: 0.02,
  failureShare: 0.012,
  warningShare: 0.02,
  crashShare: 0.02,
  cachedShare: 0.07,
  interruptedShare: 0.06,
  stay: 1,
}

const cdns: readonly Cdn[] = [
  { name: 'fastly', weight: 5, quality: 1 },
  { name: 'akamai', weight: 3, quality: 0.95 },
  { name: 'cloudfront', weight: 2, quality: 0.88 },
]

export const northlight: World = {
  domain: 'northlight.example',
  titles: northlightTitles,
  places,
  devices,
  players,
  ladder,
  cdns,
  viewerCount: 7_500,
  viewsPerDay: 4_000,
  adShare: 0.18,
  habits: calm,
  subProperties: ['web', 'apps'],
  incidentsAt: incidentsAround,
}

export const harbour: World = {
  ...northlight,
  domain: 'harbour.example',
  titles: harbourTitles,
  cdns: cdns.slice(0, 2),
  viewerCount: 1_200,
  viewsPerDay: 320,
  adShare: 0,
  subProperties: [],
  incidentsAt: () => [],
}
