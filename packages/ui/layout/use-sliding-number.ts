import { useEffect, useRef, useState } from 'react'
import { useMediaQuery } from './use-media-query.ts'

const slideMs = 300

/** A number that moves to its next value instead of jumping; at once for people who prefer less motion. */
export const useSlidingNumber = (target: number | null | undefined) => {
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')
  const [shown, setShown] = useState(target)
  const from = useRef(target)
  useEffect(() => {
    const start = from.current
    from.current = target
    if (isStill || typeof start !== 'number' || typeof target !== 'number' || start === target) {
      setShown(target)
      return
    }
    const begun = performance.now()
    let frame = requestAnimationFrame(function move(now) {
      const share = Math.min(1, Math.max(0, (now - begun) / slideMs))
      setShown(share === 1 ? target : start + (target - start) * share)
      if (share < 1) frame = requestAnimationFrame(move)
    })
    return () => cancelAnimationFrame(frame)
  }, [target, isStill])
  return shown
}
