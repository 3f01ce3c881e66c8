import { toCamel, toSnake } from '@playhead/contract-kit/case-seam.ts'
import { AssetOptions } from '@playhead/features/video/assets/contract'
import type { NewAssetSettings } from '../queue/upload-machine.ts'

/** UPLD-038: the text of the editor is stored next to the settings that it was opened with. */
export interface SettingsDraft {
  basic: NewAssetSettings
  json?: { text: string; settings: NewAssetSettings; error?: string }
}

export const effectiveSettings = ({ basic, json }: SettingsDraft) => json?.settings ?? basic

export const toJson = (settings: NewAssetSettings) =>
  JSON.stringify(toSnake(AssetOptions, settings), null, 2)

const isRecord = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parse = (text: string): { settings: NewAssetSettings } | { error: string } => {
  try {
    const value: unknown = JSON.parse(text)
    if (!isRecord(value)) return { error: 'The settings are one JSON object: { … }' }
    return { settings: toCamel(AssetOptions, value) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

/** UPLD-039: invalid JSON changes nothing. `shown` is the text without any edit. */
export const withText = (draft: SettingsDraft, text: string, shown: string): SettingsDraft => {
  if (text === shown) return { basic: draft.basic }
  const answer = parse(text)
  return {
    ...draft,
    json:
      'error' in answer
        ? { text, settings: effectiveSettings(draft), error: answer.error }
        : { text, settings: answer.settings },
  }
}

/** UPLD-040 */
export const withoutText = ({ basic }: SettingsDraft): SettingsDraft => ({ basic })
