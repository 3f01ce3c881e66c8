import { segmentHead, type WrittenSample } from '../segments/mp4/write-fmp4.ts'

/** One frame or packet, in units of its rendition. */
export interface Sample {
  decode: number
  /** Shown minus decoded; can be negative. */
  shift: number
  isSync: boolean
  data: Buffer
}

export interface CutPart {
  /** Decode time of its first sample. */
  start: number
  /** Until the first sample of the next part. */
  duration: number
  isIndependent: boolean
  /** Its head and the data of its samples: copied into one buffer only when somebody asks for it. */
  write: (sequence: number) => Buffer[]
}

/** RFC 8216bis: all parts of a segment but the last are at least this share of the longest. */
export const shortestShare = 0.85

/** What keeps a sample beside its data, roughly. */
const sampleBytes = 160

interface Limits {
  /** The longest part. */
  limit: number
  /** Timestamps in milliseconds make even frames differ by this much. */
  tolerance: number
  /** The duration of a sample while no other is known. */
  usual: number
  /** All samples last as long, so a hole says nothing about the next one. */
  isUsualFixed?: boolean
}

/** Collects samples to parts. The last sample is held until the next one tells its duration. */
export class PartWriter {
  #limits: Limits
  #pending: Sample | undefined
  #samples: WrittenSample[] = []
  #last: WrittenSample | undefined
  #data: Buffer[] = []
  #start = 0
  #duration = 0
  #bytes = 0
  #usual: number
  #shownEnd = 0

  constructor(limits: Limits) {
    this.#limits = limits
    this.#usual = limits.usual
  }

  set limit(limit: number) {
    this.#limits = { ...this.#limits, limit }
  }

  get limit() {
    return this.#limits.limit
  }

  /** The end of all samples, where the next one would begin. */
  get end(): number | undefined {
    if (this.#pending) return this.#pending.decode + this.#usual
    return this.#samples.length > 0 ? this.#start + this.#duration : undefined
  }

  /** The latest moment at which a sample of this run is still shown. */
  get shownEnd() {
    return this.#shownEnd
  }

  /** In memory until a part is cut; a sample takes more than its data. */
  get bytes() {
    return this.#bytes + (this.#pending?.data.length ?? 0)
  }

  get usualDuration() {
    return this.#usual
  }

  /** The parts that this sample completes: none or one, seldom two. */
  push(sample: Sample): CutPart[] {
    const parts: CutPart[] = []
    if (this.#pending) parts.push(...this.#settle(sample.decode))
    this.#pending = sample
    this.#shownEnd = Math.max(this.#shownEnd, sample.decode + sample.shift + this.#usual)
    return parts
  }

  /** Ends the last segment of a run here: its last sample is shown until then, also one that others were to follow. */
  closeRun(end: number): CutPart[] {
    const pending = this.#pending
    if (!pending) return this.close()
    const parts = this.#settle(end)
    // Its part is written after this.
    if (this.#last) this.#last.duration = Math.max(1, end - pending.decode - pending.shift)
    this.#pending = undefined
    if (this.#samples.length > 0) parts.push(this.#cut())
    return parts
  }

  /** Ends the part, and with it the segment; `next` is the decode time of what follows, where it is known. */
  close(next?: number): CutPart[] {
    const pending = this.#pending
    const parts = pending ? this.#settle(next ?? pending.decode + this.#usual) : []
    this.#pending = undefined
    if (this.#samples.length > 0) parts.push(this.#cut())
    return parts
  }

  #settle(next: number): CutPart[] {
    const sample = this.#pending
    if (!sample) return []
    const { limit, tolerance } = this.#limits
    const duration = Math.max(1, next - sample.decode)
    const parts: CutPart[] = []
    if (this.#isLongEnough && this.#duration + duration > limit) parts.push(this.#cut())
    this.#append(sample, duration)
    if (!this.#limits.isUsualFixed) this.#usual = duration
    const isFull = this.#duration + duration - tolerance > limit
    if (this.#isLongEnough && isFull) parts.push(this.#cut())
    return parts
  }

  get #isLongEnough() {
    return this.#samples.length > 0 && this.#duration >= this.#limits.limit * shortestShare
  }

  #append({ decode, shift, isSync, data }: Sample, duration: number) {
    if (this.#samples.length === 0) this.#start = decode
    this.#last = { duration, size: data.length, shift, isSync }
    this.#samples.push(this.#last)
    this.#data.push(data)
    this.#bytes += data.length + sampleBytes
    this.#duration += duration
  }

  #cut(): CutPart {
    const [samples, data, time] = [this.#samples, this.#data, this.#start]
    const part = {
      start: time,
      duration: this.#duration,
      isIndependent: samples[0]?.isSync === true,
      write: (sequence: number) => [segmentHead({ sequence, time }, samples), ...data],
    }
    this.#samples = []
    this.#data = []
    this.#bytes = 0
    this.#duration = 0
    return part
  }
}
