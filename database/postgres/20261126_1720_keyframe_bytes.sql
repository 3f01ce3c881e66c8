-- Of each segment of a picture, the bytes up to the end of its first frame, for playlists of keyframes. Null of sound, of
-- recordings, and of what was stored before.
alter table asset_renditions add column keyframe_bytes jsonb;
