import { rest, withoutParts, withoutSuccess } from '../excluded-views.ts'
import type { Metric } from '../metric.ts'
import { score, shareOfViews } from './kinds.ts'

const group = 'playback_success'

export const overallMetrics = {
  viewer_experience_score: score('viewer_experience_score', {
    group: 'overall',
    title: 'Viewer Experience Score',
    description:
      'One number for how good watching was, from success, startup, smoothness and picture.',
    explanation:
      'For each view its playback success times the mean trade-off between smoothness (weight 3), startup time (weight 2) and video quality (weight 1); then the mean over the views.',
    excludes: [...withoutSuccess, withoutParts, rest('Views without a score.')],
  }),
} as const satisfies Record<string, Metric>

export const successMetrics = {
  playback_success_score: score('playback_success_score', {
    group,
    title: 'Playback Success Score',
    description: 'Whether views played without a fatal failure.',
    explanation:
      '100 for a view that played, 50 for one left before it started, 0 for one that failed; then the mean over the views.',
    excludes: [...withoutSuccess, rest('Views without a score.')],
  }),
  playback_failure_percentage: shareOfViews('playback_failure', {
    group,
    title: 'Playback failures',
    description: 'The share of views that ended in a fatal error.',
    explanation: 'Views with a fatal error that is no business exception, divided by all views.',
    filterColumn: 'playback_failure',
    alertable: true,
  }),
  video_startup_failure_percentage: shareOfViews('video_startup_failure', {
    group,
    title: 'Video startup failures',
    description: 'The share of views that failed before the first frame.',
    explanation:
      'Views with a fatal error before the first frame of video or ad, divided by all views.',
    alertable: true,
  }),
  exits_before_video_start: shareOfViews('exit_before_video_start', {
    group,
    title: 'Exits before video start',
    description: 'The share of views that were left while the video was still loading.',
    explanation:
      'Views that were asked for, showed no frame and did not fail, divided by all views.',
    alertable: true,
  }),
  view_dropped_percentage: shareOfViews('view_dropped', {
    group,
    title: 'Dropped views',
    description:
      'The share of views whose end was never reported, as when a player or network dies.',
    explanation:
      'Views that fell silent without an end while they were neither paused, ended nor hidden, divided by all views.',
  }),
  playback_business_exception_percentage: shareOfViews('playback_business_exception', {
    group,
    title: 'Business exceptions',
    description: 'The share of views stopped on purpose, as for a missing subscription.',
    explanation:
      'Views with a fatal error that counts as business exception, divided by all views.',
    better: 'neither',
    filterColumn: 'playback_business_exception',
  }),
  video_startup_business_exception_percentage: shareOfViews('video_startup_business_exception', {
    group,
    title: 'Startup business exceptions',
    description: 'The share of views stopped on purpose before the first frame.',
    explanation:
      'Views with a business exception before the first frame of video or ad, divided by all views.',
    better: 'neither',
    filterColumn: 'video_startup_business_exception',
  }),
  ad_playback_failure_percentage: shareOfViews('ad_playback_failure', {
    group,
    title: 'Playback failures in ads',
    description: 'The share of views that a fatal error ended during an ad break.',
    explanation:
      'Views with a fatal failure while an ad was loading or on screen, divided by all views.',
    filterColumn: 'ad_playback_failure',
  }),
  content_playback_failure_percentage: shareOfViews('content_playback_failure', {
    group,
    title: 'Playback failures in content',
    description: 'The share of views that a fatal error ended outside ad breaks.',
    explanation: 'Views with a fatal failure outside ad breaks, divided by all views.',
    filterColumn: 'content_playback_failure',
  }),
} as const satisfies Record<string, Metric>
