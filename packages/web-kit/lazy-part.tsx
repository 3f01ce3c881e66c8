import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { loadChunk } from './chunk.ts'

/** A part of a screen that is heavy and not what people came for: `waiting` keeps its place until it is there. */
export const lazyPart = <N extends string, P extends object>(
  name: N,
  load: () => Promise<Record<N, ComponentType<P>>>,
  waiting: ReactNode,
) => {
  const Part = lazy(async () => {
    const chunk = await loadChunk(load, name)
    return { default: chunk[name] as ComponentType<object> }
  })
  return function LazyPart(props: P) {
    return (
      <Suspense fallback={waiting}>
        <Part {...props} />
      </Suspense>
    )
  }
}
