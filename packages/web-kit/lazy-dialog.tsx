import { type ComponentType, Suspense, useState } from 'react'
import { lazyChunk } from './lazy-chunk.tsx'

/**
 * A dialog whose code is fetched when it is first opened, so that screens come without it. It then
 * stays mounted, so that it can leave softly.
 * One without `isOpen` is open as soon as it is there.
 */
export const lazyDialog = <N extends string, P extends object>(
  name: N,
  load: () => Promise<Record<N, ComponentType<P>>>,
) => {
  const Dialog = lazyChunk(name, load)
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
