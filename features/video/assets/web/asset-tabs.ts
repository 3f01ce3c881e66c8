/** ASST-004 */
export const assetTabs = [
  { id: 'monitor', label: 'Monitor' },
  { id: 'playback', label: 'Playback' },
  { id: 'tracks', label: 'Tracks' },
  { id: 'files', label: 'Files' },
  { id: 'events', label: 'Events and logs' },
  { id: 'input-info', label: 'Input info' },
] as const

export type AssetTab = (typeof assetTabs)[number]['id']
