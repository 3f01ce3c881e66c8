import type { Upload, UploadStatus } from '../queue/upload-machine.ts'

interface PanelFilter {
  id: string
  label: string
  statuses?: readonly UploadStatus[]
}

/** UPLD-067 */
export const panelFilters: readonly PanelFilter[] = [
  { id: 'all', label: 'All' },
  { id: 'queued', label: 'Queued', statuses: ['queued'] },
  {
    id: 'uploading',
    label: 'Uploading',
    statuses: ['uploading', 'paused', 'waiting', 'preparing'],
  },
  { id: 'uploaded', label: 'Uploaded', statuses: ['completed'] },
  { id: 'failed', label: 'Failed', statuses: ['cancelled', 'errored'] },
]

export const inFilter =
  ({ statuses }: PanelFilter) =>
  ({ status }: Upload) =>
    statuses?.includes(status) ?? true
