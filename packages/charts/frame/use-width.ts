import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** For environments without layout, such as tests without a browser. */
const widthWithoutLayout = 800

/** The width of an element, known before the first paint. */
export const useWidth = (): [RefObject<HTMLDivElement | null>, number] => {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(widthWithoutLayout)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidth(Math.round(element.clientWidth) || widthWithoutLayout)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
