// Names for what the portal shows and sends, taken from the generated paths.
import type { RequestOf, ResponseOf } from '@/lib/api/operation';

type Item<List> = List extends readonly (infer Element)[] ? Element : never;

export type PackageEntry = Item<ResponseOf<'/api/packages', 'get'>>;
export type PackageInput = RequestOf<'/api/packages', 'post'>['body'];
export type CollegeEntry = Item<ResponseOf<'/api/colleges', 'get'>>;
export type CollegeInput = RequestOf<'/api/colleges', 'post'>['body'];
export type Stream = Item<ResponseOf<'/api/exams', 'get'>>;
export type ExamDetail = Item<ResponseOf<'/api/exam-details', 'get'>>;
export type ExamDetailInput = RequestOf<'/api/exam-details', 'post'>['body'];
export type Banner = Item<ResponseOf<'/api/banners/listBanners', 'get'>>;
export type BannerInput = RequestOf<'/api/banners/updateLink/{id}', 'put'>['body'];
export type SyncState = ResponseOf<'/api/sync', 'get'>;
