import { type ReactNode, useEffect, useRef } from 'react'
import { Overlay } from '@playhead/ui/overlay.tsx'

interface FullScreenProps {
  label: string
  onLeave: () => void
  children: ReactNode
}

// The element of that name would lie above the menus that open from it.
const dialogRole = { role: 'dialog' }

const enter = async () => {
  try {
    await document.documentElement.requestFullscreen()
  } catch {
    // A link opens it without a click, and then browsers keep their own frame.
  }
}

const leave = () => {
  if (document.fullscreenElement) void document.exitFullscreen()
}

/** The dashboard alone, on the whole screen where the browser lets it. Escape leaves. */
export const FullScreen = ({ label, onLeave, children }: FullScreenProps) => {
  const page = useRef<HTMLElement>(null)
  const onLeaveLatest = useRef(onLeave)
  useEffect(() => {
    onLeaveLatest.current = onLeave
  })
  useEffect(() => {
    page.current?.focus()
    void enter()
    const onChange = () => !document.fullscreenElement && onLeaveLatest.current()
    document.addEventListener('fullscreenchange', onChange)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      leave()
    }
  }, [])
  return (
    <Overlay frame="full-screen" isOpen onClose={onLeave}>
      <section
        ref={page}
        {...dialogRole}
        aria-label={label}
        tabIndex={-1}
        className="min-h-full p-4 outline-none"
      >
        {children}
      </section>
    </Overlay>
  )
}
