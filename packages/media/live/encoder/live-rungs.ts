import type { Rung } from '../../media-map.ts'
import { rungsOf, type Quality } from '../../segments/plan/rungs.ts'

interface Source {
  width: number
  height: number
  frameRate: number
  /** Bits per second. */
  rate: number
  /** Many viewers cannot play it: a lower rendition is made whatever the quality. */
  isUnusual?: boolean
}

export interface LiveLadder {
  rungs: readonly Rung[]
  /** Share of cores that is reserved for them. */
  cores: number
}

/** Measured with noisy 720p at 30 frames a second, in shares of a core. */
const decodingCores = 0.1
const encodingCores: Partial<Record<Rung['name'], number>> = {
  '720p': 0.32,
  '480p': 0.18,
  '270p': 0.09,
}
/** HEVC and AV1 take about twice as much. */
const unusualDecoding = 2
/** Of a source that many viewers cannot play: the best of these is all that they get. */
const required: readonly Rung['name'][][] = [['720p'], ['480p'], ['270p']]
const requiredOf: Readonly<Record<Quality, readonly Rung['name'][][]>> = {
  basic: required,
  plus: required,
  premium: [['270p', '720p'], ...required],
}
const measured = { width: 1280, height: 720, frameRate: 30 }

const wanted: Readonly<Record<Quality, readonly Rung['name'][][]>> = {
  basic: [],
  plus: [['480p'], ['270p']],
  premium: [['270p', '480p'], ['480p'], ['270p']],
}

const costOf = (
  names: readonly Rung['name'][],
  { width, height, frameRate, isUnusual = false }: Source,
) => {
  const speed = frameRate / measured.frameRate
  const pixels = (width * height) / (measured.width * measured.height)
  const encoding = names.reduce((sum, name) => sum + (encodingCores[name] ?? 0), 0)
  const decoding = decodingCores * (isUnusual ? unusualDecoding : 1)
  return (decoding * pixels + encoding) * speed
}

/** The lower renditions of a broadcast that fit into the cores that are free when it begins. */
export const liveLadder = (source: Source, quality: Quality, freeCores: number): LiveLadder => {
  const shown = { width: source.width, height: source.height, frameRate: source.frameRate }
  const short = Math.min(source.width, source.height)
  const ladder = rungsOf(shown, { tier: '1080p', quality, sourceRate: source.rate })
  const isUseful = (rung: Rung) =>
    source.isUnusual === true || Math.min(rung.width, rung.height) < short
  for (const names of (source.isUnusual ? requiredOf : wanted)[quality]) {
    const rungs = ladder.filter((rung) => names.includes(rung.name) && isUseful(rung))
    const cores = costOf(names, source)
    if (rungs.length === names.length && cores <= freeCores) return { rungs, cores }
  }
  return { rungs: [], cores: 0 }
}
