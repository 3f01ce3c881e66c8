import { useSyncExternalStore } from 'react'
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

export const ToastRegion = () => {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.list)
  return (
    <section aria-label="Notifications" {...pauseWhileRead}>
      <ol className="ph-toasts" aria-live="polite" aria-relevant="additions">
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
