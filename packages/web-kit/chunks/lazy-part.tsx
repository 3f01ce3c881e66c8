import { type ComponentType, type ReactNode, Suspense } from 'react'
import { lazyChunk } from './lazy-chunk.tsx'

/** A heavy part of a screen that is not its main content: `waiting` reserves its space until it has loaded. */
export const lazyPart = <N extends string, P extends object>(
  name: N,
  load: () => Promise<Record<N, ComponentType<P>>>,
  waiting: ReactNode,
) => {
  const Part = lazyChunk(name, load)
  return function LazyPart(props: P) {
    return (
      <Suspense fallback={waiting}>
        <Part {...props} />
      </Suspense>
    )
  }
}
