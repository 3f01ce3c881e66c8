import type { AssetRow } from '@playhead/features/video/assets/server'

/** Valid for 24 hours; the address alone grants the download. */
const masterAddress = (publicUrl: string, secret: string) => `${publicUrl}/master/${secret}.mp4`

export const presentMaster = (asset: AssetRow, publicUrl: string) =>
  asset.master_access === 'none'
    ? undefined
    : {
        status: asset.master_status ?? 'preparing',
        url:
          asset.master_status === 'ready' && asset.master_secret !== null
            ? masterAddress(publicUrl, asset.master_secret)
            : undefined,
      }
