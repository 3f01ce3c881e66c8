import { type ComponentType, lazy } from 'react'
import { loadChunk } from './chunk.ts'

const failed = new Set<() => void>()

/** Chunks that failed to load are requested again when they are next shown. */
export const forgetFailedChunks = () => {
  for (const forget of failed) forget()
  failed.clear()
}

/** A component that is loaded when it is first shown. React alone would cache its failure forever. */
export const lazyChunk = <N extends string, P extends object>(
  name: N,
  load: () => Promise<Record<N, ComponentType<P>>>,
) => {
  const begin = () =>
    lazy(async () => {
      try {
        const chunk = await loadChunk(load, name)
        return { default: chunk[name] as ComponentType<object> }
      } catch (cause) {
        failed.add(() => (Part = begin()))
        throw cause
      }
    })
  let Part = begin()
  return function LazyChunk(props: P) {
    const Current = Part
    return <Current {...props} />
  }
}
