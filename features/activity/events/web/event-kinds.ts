/** The choices of the filter, as values of `types[]`. */
export const eventKinds = [
  { value: 'all', label: 'All events' },
  { value: '*.errored', label: 'Failures' },
  { value: 'video.asset.*', label: 'Assets and their parts' },
  { value: 'video.asset.track.*', label: 'Tracks' },
  { value: 'video.asset.static_rendition*', label: 'Static renditions' },
  { value: 'video.asset.master.*', label: 'Masters' },
  { value: 'video.upload.*', label: 'Uploads' },
  { value: 'webhook.*', label: 'Tests of webhooks' },
] as const

export type EventKind = (typeof eventKinds)[number]['value']

const escaped = (text: string) => text.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Whether an event that happens now belongs to the list that is shown. */
export const isOfKind = (type: string, kind: string | undefined) =>
  kind === undefined || new RegExp(`^${kind.split('*').map(escaped).join('.*')}$`).test(type)
