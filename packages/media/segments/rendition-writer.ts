import { open, type FileHandle } from 'node:fs/promises'
import type { SegmentOffsets } from '../media-map.ts'

/** A whole rendition: one file and the offsets of its segments. */
export interface MadeRendition {
  /** Path of the file in the job folder. */
  file: string
  offsets: SegmentOffsets
  /** Of each segment, up to the end of its first frame; missing of sound. */
  keyframeBytes?: number[]
}

/** Writes a rendition segment by segment. */
export class RenditionWriter {
  readonly #file: string
  readonly #handle: FileHandle
  readonly #offsets: number[] = []
  readonly #keyframeBytes: number[] = []
  #place = 0

  private constructor(file: string, handle: FileHandle) {
    this.#file = file
    this.#handle = handle
  }

  static async create(file: string): Promise<RenditionWriter> {
    return new RenditionWriter(file, await open(file, 'w'))
  }

  /** The initialisation segment comes first, then every segment. */
  async append(part: Buffer, keyframeBytes?: number): Promise<void> {
    await this.#handle.write(part, 0, part.length, this.#place)
    if (keyframeBytes !== undefined) this.#keyframeBytes.push(keyframeBytes)
    this.#place += part.length
    this.#offsets.push(this.#place)
  }

  async finish(): Promise<MadeRendition> {
    await this.#handle.close()
    const keyframeBytes = this.#keyframeBytes
    return {
      file: this.#file,
      offsets: this.#offsets,
      ...(keyframeBytes.length > 0 && { keyframeBytes }),
    }
  }

  async abandon(): Promise<void> {
    await this.#handle.close().catch(() => {})
  }
}
