import { setTimeout } from 'node:timers/promises'
import { awakePause, type Pause } from '@playhead/domain/awake-pause.ts'

export type PartStatus = 'ready' | 'warning' | 'not ready'

export interface PartFinding {
  status: PartStatus
  /** One sentence without addresses and versions, because it is public. Empty when all is well. */
  detail: string
}

export interface PartReadiness extends PartFinding {
  name: string
}

export interface Part {
  name: string
  /** The subject of sentences about the part. */
  title: string
  /** Rejects, or returns a finding, when something is wrong. */
  probe: () => Promise<PartFinding | void>
  /** How long a good result is cached. */
  keptMs: number
  /** The server works without it: a machine that is slow to start it must keep serving its viewers. */
  isOptional?: boolean
}

interface Kept {
  finding: PartFinding
  until: number
}

const probeMs = 2_000
const keptFailureMs = 1_000

const isReady: PartFinding = { status: 'ready', detail: '' }

/** One part: concurrent callers share a probe, which times out after two seconds. */
class ProbedPart {
  readonly #part: Part
  readonly #pause: Pause
  #kept: Kept | undefined
  #asked: { finding: Promise<PartFinding>; isLate: boolean } | undefined

  constructor(part: Part, pause: Pause) {
    this.#part = part
    this.#pause = pause
  }

  async read(): Promise<PartReadiness> {
    return { name: this.#part.name, ...(await this.#finding()) }
  }

  async #finding(): Promise<PartFinding> {
    if (this.#kept && this.#kept.until > performance.now()) return this.#kept.finding
    const asked = (this.#asked ??= this.#ask())
    const silent = this.#failing('does not answer')
    // A probe that has already timed out is not awaited again.
    if (asked.isLate) return silent
    let isOver = false
    const late = awakePause(this.#pause, probeMs, () => isOver).then(() => {
      asked.isLate ||= !isOver
      return silent
    })
    const finding = await Promise.race([asked.finding, late])
    isOver = true
    return finding
  }

  #ask() {
    const finding = this.#probe().then((found) => {
      const keptMs = found.status === 'not ready' ? keptFailureMs : this.#part.keptMs
      this.#kept = { finding: found, until: performance.now() + keptMs }
      this.#asked = undefined
      return found
    })
    return { finding, isLate: false }
  }

  async #probe(): Promise<PartFinding> {
    try {
      return (await this.#part.probe()) ?? isReady
    } catch {
      return this.#failing('is not available')
    }
  }

  #failing(how: string): PartFinding {
    const { title, isOptional } = this.#part
    return { status: isOptional ? 'warning' : 'not ready', detail: `${title} ${how}.` }
  }
}

/** Answers within the timeout of one part; results are cached, so frequent calls are cheap. */
export const readinessOf = (
  parts: readonly Part[],
  pause: Pause = (milliseconds) => setTimeout(milliseconds, undefined, { ref: false }),
): (() => Promise<PartReadiness[]>) => {
  const probed = parts.map((part) => new ProbedPart(part, pause))
  return () => Promise.all(probed.map((part) => part.read()))
}
