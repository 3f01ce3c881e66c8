import type { SessionPlan } from '../plan/session-plan.ts'
import type { Fields } from './reporter.ts'

const customFields = ({ title, viewer, playerVersion }: SessionPlan): Fields => ({
  custom_1: title.contentType === 'sport' ? 'rights-holder' : 'in-house',
  custom_2: viewer.device.kind,
  custom_3: playerVersion,
})

/** Where the video is, and its ids if this server hosts it. */
const sourceFields = ({ title, world }: SessionPlan): Fields => {
  if (!title.hosted)
    return {
      video_source_url: `https://media.${world.domain}/${title.id}/main.m3u8`,
      video_source_hostname: `media.${world.domain}`,
      video_source_domain: world.domain,
    }
  const { hosted } = title
  const { address, assetId } = hosted
  const { hostname } = new URL(address)
  return {
    video_source_url: address,
    video_source_hostname: hostname,
    video_source_domain: hostname,
    asset_id: assetId,
    ...('liveStreamId' in hosted && { live_stream_id: hosted.liveStreamId }),
  }
}

const videoFields = (plan: SessionPlan): Fields => {
  const { title, world, cdn } = plan
  const isLive = title.durationMs === null
  return {
    video_id: title.id,
    video_title: title.title,
    ...(title.series !== null && { video_series: title.series }),
    video_content_type: title.contentType,
    video_stream_type: isLive ? 'live' : 'on-demand',
    video_language_code: title.language,
    video_cdn: cdn.name,
    video_source_mime_type: 'application/vnd.apple.mpegurl',
    ...sourceFields(plan),
    video_source_duration: title.durationMs,
    ...(title.durationMs !== null && { video_duration: title.durationMs }),
    video_source_is_live: isLive,
    video_poster_url: `https://images.${world.domain}/${title.id}.jpg`,
  }
}

const viewerFields = ({ viewer, sessionId, readyAt }: SessionPlan): Fields => ({
  mux_viewer_id: viewer.muxViewerId,
  mux_sample_number: 0.5,
  mux_sample_rate: 1,
  session_id: sessionId,
  session_start: readyAt + viewer.clockSkewMs,
  viewer_device_category: '',
  viewer_connection_type: viewer.connection,
  viewer_connection_low_data_mode: false,
  ...(viewer.userId !== null && { viewer_user_id: viewer.userId }),
  ...(viewer.plan !== null && { viewer_plan: viewer.plan, viewer_plan_status: 'active' }),
})

/** Fields that the page knows and reports from its first event on. */
export const constantFields = (
  plan: SessionPlan,
  environmentKey: string,
  collectorDomain: string,
): Fields => ({
  env_key: environmentKey,
  mux_api_version: '2.1',
  mux_embed: 'mux-embed',
  mux_embed_version: '5.19.0',
  beacon_domain: collectorDomain,
  player_instance_id: plan.playerInstanceId,
  view_id: plan.viewId,
  page_url: `https://www.${plan.world.domain}/watch/${plan.title.id}`,
  page_type: plan.pageType,
  ...viewerFields(plan),
  ...videoFields(plan),
  ...customFields(plan),
  ...(plan.subProperty !== null && { sub_property_id: plan.subProperty }),
  ...(plan.experiment !== null && { experiment_name: plan.experiment }),
  player_name: plan.player.name,
  player_version: plan.playerVersion,
  player_software: plan.player.software,
  player_software_name: plan.player.software,
  player_software_version: plan.player.softwareVersion,
  player_mux_plugin_name: plan.player.pluginName,
  player_mux_plugin_version: plan.player.pluginVersion,
  player_is_paused: true,
  player_autoplay_on: plan.isAutoplay,
  player_preload_on: 'auto',
  player_language_code: plan.viewer.place.language,
  player_is_fullscreen: false,
  player_captions_enabled: plan.viewer.usesCaptions,
  player_pip_enabled: false,
  player_remote_played: false,
  view_dropped_frame_count: 0,
})
