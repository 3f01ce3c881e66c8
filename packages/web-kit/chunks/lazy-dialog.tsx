import { type ComponentType, Suspense, useState } from 'react'
import { lazyChunk } from './lazy-chunk.tsx'

/**
 * A dialog whose code is loaded when it is first opened, so that screens load without it. It then
 * stays mounted, so that it can animate out.
 * A dialog without `isOpen` is open as soon as it has loaded.
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
