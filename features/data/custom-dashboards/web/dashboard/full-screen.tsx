import { type ReactNode, useEffect, useRef } from 'react'
import { Overlay } from '@playhead/ui/overlays/overlay.tsx'

interface FullScreenProps {
  label: string
  onLeave: () => void
  children: ReactNode
}

// A <dialog> element would cover the menus that open from it.
const dialogRole = { role: 'dialog' }

const enter = async () => {
  try {
    await document.documentElement.requestFullscreen()
  } catch {
    // Opened by a link, without a click, browsers refuse full screen; the dashboard then fills the window.
  }
}

const leave = () => {
  if (document.fullscreenElement) void document.exitFullscreen()
}

/** Shows only the dashboard, in full screen where the browser allows it. Escape leaves. */
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
