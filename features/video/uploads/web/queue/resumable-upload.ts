import { ChunkedStreamIterable, UpChunk, type UpChunkOptions } from '@mux/upchunk'
import { askReceived } from './ask-received.ts'

interface GivenOptions extends UpChunkOptions {
  endpoint: string
  chunkSize: number
}

/** Where the uploader counts; it has no option for a start within the file. */
interface Position {
  nextChunkRangeStart: number
}

/** Sends a file, or the rest of it from where the server stands. */
export class ResumableUpload extends UpChunk {
  constructor(goesOn: boolean, options: GivenOptions) {
    const { endpoint, file, chunkSize } = options
    super({
      ...options,
      endpoint: goesOn
        ? async () => {
            // The constructor of the uploader calls this, before there is a `this` here.
            const received = await askReceived(endpoint, file.size)
            this.#startAt(received, chunkSize)
            return endpoint
          }
        : endpoint,
    })
  }

  #startAt(position: number, chunkSize: number) {
    const rest = this.file.slice(position)
    this.chunkedIterable = new ChunkedStreamIterable(rest.stream(), { defaultChunkSize: chunkSize })
    this.chunkedIterator = this.chunkedIterable[Symbol.asyncIterator]()
    ;(this as unknown as Position).nextChunkRangeStart = position
  }
}
