import type { ArrivedEvent } from '../player-event.ts'
import { positiveOf, textOf } from '../beacon/read-value.ts'

export interface Ads {
  /** Nothing about ads was reported before the first ad or break began. */
  hasAny: boolean
  attempts: number
  impressions: number
  breaks: number
  errors: number
  breakErrors: number
  startupErrors: number
  isInBreak: boolean
  hasBreakError: boolean
  current: 'none' | 'loading' | 'playing' | 'paused'
  currentId: string | null
  hasFrame: boolean
  loadingSince: number
  /** From the play request to the first frame, of the first ad before the content. */
  prerollStartupMs: number | null
  /** The player keeps counting across its views: its counter at the first event of this view. */
  wallBefore: number | null
  wall: number | null
}

export const noAds = (): Ads => ({
  hasAny: false,
  attempts: 0,
  impressions: 0,
  breaks: 0,
  errors: 0,
  breakErrors: 0,
  startupErrors: 0,
  isInBreak: false,
  hasBreakError: false,
  current: 'none',
  currentId: null,
  hasFrame: false,
  loadingSince: 0,
  prerollStartupMs: null,
  wallBefore: null,
  wall: null,
})

export const isInAd = (ads: Ads): boolean => ads.isInBreak || ads.current !== 'none'

function beginAd(ads: Ads, event: ArrivedEvent): void {
  ads.hasAny = true
  ads.attempts += 1
  ads.hasFrame = false
  ads.loadingSince = event.viewerTime
}

function playAd(ads: Ads, event: ArrivedEvent): void {
  const id = textOf(event.fields.ad_id) ?? ads.currentId
  if (ads.current === 'none' || id !== ads.currentId) beginAd(ads, event)
  ads.current = 'loading'
  ads.currentId = id
}

function showAd(ads: Ads, event: ArrivedEvent, isContentStarted: boolean): void {
  if (ads.current === 'none') beginAd(ads, event)
  if (!ads.hasFrame) {
    ads.impressions += 1
    if (!isContentStarted && ads.impressions === 1)
      ads.prerollStartupMs = Math.max(0, event.viewerTime - ads.loadingSince)
  }
  ads.hasFrame = true
  ads.current = 'playing'
}

function failAd(ads: Ads, event: ArrivedEvent): void {
  // An ad that fails before its play request is also an attempt.
  if (ads.current === 'none') beginAd(ads, event)
  ads.errors += 1
  if (!ads.hasFrame) ads.startupErrors += 1
  if (ads.isInBreak && !ads.hasBreakError) {
    ads.hasBreakError = true
    ads.breakErrors += 1
  }
  ads.current = 'none'
}

export const foldAd = (ads: Ads, event: ArrivedEvent, isContentStarted: boolean): void => {
  const wall = positiveOf(event.fields.ad_playing_time_ms_cumulative)
  if (wall !== null || event.viewSequence <= 1) ads.wallBefore ??= wall ?? 0
  ads.wall = wall ?? ads.wall
  switch (event.name) {
    case 'adbreakstart':
      ads.hasAny = true
      ads.breaks += 1
      ads.isInBreak = true
      ads.hasBreakError = false
      break
    case 'adbreakend':
      ads.isInBreak = false
      ads.current = 'none'
      break
    case 'adplay':
      playAd(ads, event)
      break
    case 'adplaying':
      showAd(ads, event, isContentStarted)
      break
    case 'adpause':
      if (ads.current !== 'none') ads.current = 'paused'
      break
    case 'adended':
      ads.current = 'none'
      break
    case 'aderror':
      failAd(ads, event)
      break
    case 'playing':
      if (!ads.isInBreak) ads.current = 'none'
      break
    default:
  }
}

/** Wall clock time with an ad on screen in this view; null when the player never counted it. */
export const adPlayedMs = (ads: Ads): number | null =>
  ads.wall === null ? null : Math.max(0, ads.wall - (ads.wallBefore ?? 0))
