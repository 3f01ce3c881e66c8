import { type ComponentType, lazy, Suspense, useState } from 'react'
import { loadChunk } from './chunk.ts'

/**
 * A dialog whose code is fetched when it is first opened, so that screens come without it. It then
 * stays mounted, so that it can leave softly.
 * One without `isOpen` is open as soon as it is there.
 */
export const lazyDialog = <N extends string, P extends object>(
  name: N,
  load: () => Promise<Record<N, ComponentType<P>>>,
) => {
  const Dialog = lazy(async () => {
    const chunk = await loadChunk(load, name)
    return { default: chunk[name] as ComponentType<object> }
  })
  return function LazyDialog(props: P) {
    const [isWanted, setIsWanted] = useState(false)
    const isOpen = !('isOpen' in props) || props.isOpen === true
    if (isOpen && !isWanted) setIsWanted(true)
    return isWanted ? (
      <Suspense fallback={null}>
        <Dialog {...props} />
      </Suspense>
    ) : null
  }
}
