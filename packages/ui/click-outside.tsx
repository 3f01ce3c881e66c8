import { useEffect, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'

export function useClickOutside(
  element: RefObject<Element | null>,
  onClickOutside: (event: PointerEvent) => void,
): void {
  const handler = useRef(onClickOutside)
  useEffect(() => {
    handler.current = onClickOutside
  })
  useEffect(() => {
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !element.current?.contains(event.target)) {
        handler.current(event)
      }
    }
    document.addEventListener('pointerdown', onPointerDown, true)
    return () => document.removeEventListener('pointerdown', onPointerDown, true)
  }, [element])
}

interface ClickOutsideProps {
  onClickOutside: (event: PointerEvent) => void
  children: ReactNode
}

export function ClickOutside({ onClickOutside, children }: ClickOutsideProps) {
  const element = useRef<HTMLDivElement>(null)
  useClickOutside(element, onClickOutside)
  return <div ref={element}>{children}</div>
}
