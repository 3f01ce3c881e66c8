/** Picture or sound of a broadcast: `source`, `480p`, `audio-0`. */
export type RenditionName = string

export type RunKind = 'content' | 'slate'

/** A piece of a segment that can be played before the segment is whole: one `moof` and its `mdat`. */
export interface LivePart {
  rendition: RenditionName
  msn: number
  /** From 0 within its segment. */
  index: number
  /** The number of the run of equal parameters: it selects the initialisation part and the file. */
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

/** A run of one rendition with equal parameters: one file, whose start is its initialisation part. */
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
