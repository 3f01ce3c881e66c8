import { mediaTimescale, type MediaMap, type Rung, type SegmentOffsets } from '../media-map.ts'
import { rungsOf, type Quality } from '../segments/plan/rungs.ts'
import type { MaxTier } from '../tiers.ts'
import type { RunKind, Stretch } from './live-part.ts'
import type { LiveRecording } from './live-recording.ts'
import type { RenditionTrack } from './rendition-track.ts'

export interface FinishOptions {
  /** Renditions that are offered beside the source. */
  maxTier?: MaxTier
  quality?: Quality
}

export interface FinishedRendition {
  /** `source`, `480p`, `audio-0`. */
  name: string
  /** Its files, those without a segment left out. */
  pieces: readonly { piece: number; fileName: string; offsets: SegmentOffsets }[]
  /** From which segments on it is in which piece. */
  stretches: readonly Stretch[]
  bytes: number
}

export interface FinishedRecording {
  /** Undefined if nothing was recorded. */
  map: MediaMap | undefined
  renditions: readonly FinishedRendition[]
  durationSeconds: number
  recordingTimes: readonly { startedAt: Date; durationSeconds: number; kind: RunKind }[]
}

/** A playlist states a bound, and segments of encoded renditions are measured by it. */
const rateMargin = 1.1

const bandwidthOf = ({ peakRate }: RenditionTrack) => Math.max(1, Math.round(peakRate * rateMargin))

const averageOf = (track: RenditionTrack) =>
  Math.max(1, Math.round((track.totalBytes * 8 * mediaTimescale) / Math.max(1, track.end)))

const cutsOf = (track: RenditionTrack) => {
  const cuts = [...track.starts, track.end]
  cuts[0] = 0
  return cuts
}

const piecesOf = (track: RenditionTrack) =>
  track.pieces
    // A run without a whole segment leaves a file with nothing but its initialisation part.
    .filter(({ offsets }) => offsets.length > 1)
    .map(({ piece, fileName, offsets }) => ({ piece, fileName, offsets }))

/** A file goes on over discontinuities. */
const stretchesOf = ({ stretches }: RenditionTrack) =>
  stretches.filter(({ piece }, index) => stretches[index - 1]?.piece !== piece)

const statedStretchesOf = (tracks: readonly RenditionTrack[]) =>
  Object.fromEntries(
    tracks.flatMap(({ name, stretches }) =>
      stretches.length > 1 || stretches.some(({ piece }) => piece > 0)
        ? [[name, stretches.map(({ firstSegment, piece }) => ({ firstSegment, piece }))]]
        : [],
    ),
  )

/** A first run without a whole segment leaves its piece empty. */
const firstPieceOf = ({ pieces, stretches }: RenditionTrack) => pieces[stretches[0]?.piece ?? 0]

const rungOfTrack = (track: RenditionTrack, name: Rung['name'], frameRate: number): Rung => {
  const piece = firstPieceOf(track)
  return {
    name,
    width: piece?.width ?? 0,
    height: piece?.height ?? 0,
    frameRate,
    bandwidth: bandwidthOf(track),
    averageBandwidth: Math.min(bandwidthOf(track), averageOf(track)),
    codecs: piece?.codecs ?? '',
    isOnDemand: true,
  }
}

/** What rows of an asset need, from what was kept while recording: the length of the recording makes no difference. */
export const factsOf = (
  recording: LiveRecording,
  { maxTier = '1080p', quality = 'basic' }: FinishOptions,
): FinishedRecording => {
  const { source, sound, runs, openCuts } = recording
  const rungs = recording.rungs.filter(({ msn }) => msn === source?.msn)
  const tracks = [source, ...rungs, sound].filter(
    (track): track is RenditionTrack => track !== undefined && track.msn > 0,
  )
  const renditions = tracks.map((track) => ({
    name: track.name,
    pieces: piecesOf(track),
    stretches: stretchesOf(track),
    bytes: track.totalBytes,
  }))
  const endTicks = recording.endTicks
  const durationSeconds = endTicks / mediaTimescale
  return {
    map: tracks.length > 0 ? mapOf(recording, tracks, { maxTier, quality, openCuts }) : undefined,
    renditions,
    durationSeconds,
    recordingTimes: runs.flatMap(({ wallMs, startTicks, kind }, index) => {
      const end = Math.min(runs[index + 1]?.startTicks ?? endTicks, endTicks)
      const seconds = (end - startTicks) / mediaTimescale
      return seconds > 0 ? [{ startedAt: new Date(wallMs), durationSeconds: seconds, kind }] : []
    }),
  }
}

function mapOf(
  { source, sound, rungs, runs, endTicks }: LiveRecording,
  tracks: readonly RenditionTrack[],
  given: { maxTier: MaxTier; quality: Quality; openCuts: readonly number[] },
): MediaMap {
  const frameRate = runs[0]?.frameRate ?? 30
  const picture = source && source.msn > 0 ? source : undefined
  const piece = picture && firstPieceOf(picture)
  const heard = sound && sound.msn > 0 ? sound : undefined
  const hasOpenCuts = given.openCuts.length > 0
  return {
    version: 1,
    duration: endTicks / mediaTimescale,
    quality: given.quality,
    recordedLive: true,
    ...(hasOpenCuts && { openCuts: [...given.openCuts] }),
    stretches: statedStretchesOf(tracks),
    ...(picture &&
      piece && {
        video: {
          stream: 0,
          width: piece.width,
          height: piece.height,
          frameRate,
          isVariableFrameRate: false,
          rotation: 0,
          isHdr: false,
          cuts: cutsOf(picture),
          startTicks: 0,
          canCopy: true,
          rungs: offeredRungs(picture, rungs, { ...given, frameRate, hasOpenCuts }),
        },
      }),
    audio: heard
      ? [
          {
            name: heard.name,
            stream: 0,
            channels: firstPieceOf(heard)?.channels ?? 2,
            sampleRate: firstPieceOf(heard)?.timescale ?? 48_000,
            codecs: 'mp4a.40.2',
            bandwidth: bandwidthOf(heard),
            cuts: cutsOf(heard),
          },
        ]
      : [],
  }
}

/** Stored rungs as they are, and others that can be encoded from a segment of the source. */
function offeredRungs(
  source: RenditionTrack,
  stored: readonly RenditionTrack[],
  given: { maxTier: MaxTier; quality: Quality; frameRate: number; hasOpenCuts: boolean },
): Rung[] {
  const { frameRate, maxTier: tier, quality } = given
  const copied = rungOfTrack(source, 'source', frameRate)
  const { width, height } = copied
  const shown = { width, height, frameRate }
  const planned = rungsOf(shown, { tier, quality, copied, sourceRate: copied.averageBandwidth })
  const own = stored
    .filter(({ msn }) => msn === source.msn)
    // Names of pictures other than the source are those of rungs.
    .map((track) => rungOfTrack(track, track.name as Rung['name'], frameRate))
  const isOwn = ({ name }: Rung) => own.some((one) => one.name === name)
  const encoded = planned
    .filter((rung) => rung !== copied && !isOwn(rung))
    // A segment that begins without a keyframe cannot be decoded alone.
    .map((rung) => (given.hasOpenCuts ? { ...rung, isOnDemand: false } : rung))
  // One in H.264 may be as large as a source that few can play, and is offered all the same.
  const lower = [...encoded, ...own].toSorted((one, other) => one.height - other.height)
  return [...lower, copied]
}
