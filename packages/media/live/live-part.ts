/** Picture or sound of a broadcast: `source`, `480p`, `audio-0`. */
export type RenditionName = string

export type RunKind = 'content' | 'slate'

/** A piece of a segment that can be played before the segment is whole: one `moof` and its `mdat`. */
export interface LivePart {
  rendition: RenditionName
  msn: number
  /** From 0 within its segment. */
  index: number
  /** The number of the piece: it selects the initialisation part and the file. */
  piece: number
  /** Ticks of 90,000. Stated for players: never more than the limit of parts. */
  duration: number
  /** It begins with a keyframe. */
  isIndependent: boolean
  /** Its place in the file of its piece. */
  offset: number
  length: number
  /** One behind the other. Undefined once they are only read from the file. */
  buffers: readonly Buffer[] | undefined
}

export interface LiveSegment {
  rendition: RenditionName
  msn: number
  piece: number
  /** Ticks of 90,000 from the first keyframe of the broadcast. */
  start: number
  end: number
  offset: number
  length: number
  isIndependent: boolean
  isDiscontinuity: boolean
  kind: RunKind
  /** Wall clock of its start, in milliseconds. */
  wallMs: number
}

/** The head of a segment, known when its first part is. */
export type SegmentHead = Pick<
  LiveSegment,
  'msn' | 'piece' | 'start' | 'isIndependent' | 'isDiscontinuity' | 'kind' | 'wallMs'
>

/** Consecutive segments without a discontinuity between them, all of one piece. */
export interface Stretch {
  firstSegment: number
  piece: number
  /** Its first segment is this one of its piece. */
  place: number
}

/**
 * What of one rendition has the same parameters: one file, whose start is its initialisation part. A rendition may leave a
 * piece and come back to it.
 */
export interface RenditionPiece {
  piece: number
  fileName: string
  firstSegment: number
  init: Buffer
  timescale: number
  /** The codec string of a playlist. */
  codecs: string
  width: number
  height: number
  channels: number
  /** As `SegmentOffsets` of a stored rendition. */
  offsets: number[]
}
