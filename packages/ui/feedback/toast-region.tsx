import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { CloseIcon } from '../icons/icons.ts'
import { Link } from '../navigation/link.tsx'
import { toasts } from './toast-store.ts'
import { ToneIcon } from '../icons/tone-icon.tsx'

const pauseWhileRead = {
  onMouseEnter: toasts.pause,
  onMouseLeave: toasts.resume,
  onFocus: toasts.pause,
  onBlur: toasts.resume,
}

/** Above and below the list. */
const marginPx = 30

/** Dialogs leave this much room at the bottom. */
const useRoom = () => {
  const list = useRef<HTMLOListElement>(null)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.contentRect.height ?? 0
      style.setProperty('--toasts-room', height > 0 ? `${Math.ceil(height) + marginPx}px` : '0px')
    })
    if (list.current) observer.observe(list.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--toasts-room')
    }
  }, [])
  return list
}

export const ToastRegion = () => {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.list)
  const list = useRoom()
  return (
    // Without the attribute a toast cannot be used above a dialog, and a click on it closes the dialog.
    <section aria-label="Notifications" data-react-aria-top-layer {...pauseWhileRead}>
      <ol ref={list} className="ph-toasts" aria-live="polite" aria-relevant="additions">
        {shown.map((toast) => (
          <li key={toast.id} className="ph-toast">
            <ToneIcon tone={toast.type} />
            {/* Not on the item: it would no longer be one of the list. */}
            <div className="ph-toast-text" role={toast.type === 'error' ? 'alert' : undefined}>
              <p className="ph-toast-title">{toast.title}</p>
              {toast.description && <p className="ph-toast-description">{toast.description}</p>}
              {toast.link && (
                <p className="ph-toast-description">
                  <Link href={toast.link.href}>{toast.link.label}</Link>
                </p>
              )}
            </div>
            <IconButton
              size="sm"
              icon={<CloseIcon size={14} />}
              label={`Close: ${toast.title}`}
              onClick={() => toasts.dismiss(toast.id)}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}
