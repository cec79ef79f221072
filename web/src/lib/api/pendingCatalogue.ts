// The calls about packages, colleges, exams, banners and the sheet that are agreed and not in the generated schema
// yet, next to those in pending.ts.
interface Call<Response> {
  parameters: { query?: never; header?: never; path?: never; cookie?: never };
  responses: { 200: { content: { 'application/json': Response } } };
}
interface CallOf<Response> {
  parameters: { query?: never; header?: never; path: { id: string }; cookie?: never };
  responses: { 200: { content: { 'application/json': Response } } };
}
interface With<Body> {
  requestBody: { content: { 'application/json': Body } };
}
interface Message {
  message: string;
}
interface PackageAdmin {
  _id: string;
  name: string;
  description: string;
  price: number;
  AllowAllCollege: boolean;
  collegeList: { _id: string; name: string }[];
  version: number;
}
interface PackageIn {
  _id?: string;
  name: string;
  description: string;
  price: number;
  AllowAllCollege: boolean;
  collegeList: string[];
  version?: number;
}
interface PackageSaved extends Message {
  package: PackageAdmin;
}
interface CollegeAdmin {
  _id: string;
  name: string;
  description: string;
  courseList: { _id: string; examName: string; date: string }[];
  version: number;
}
interface CollegeIn {
  _id?: string;
  name: string;
  description?: string;
  courseList: string[];
  version?: number;
}
interface CollegeSaved extends Message {
  college: CollegeAdmin;
}
interface Stream {
  _id: string;
  categoryName: string;
  createdAt: string;
  version: number;
}
interface StreamIn {
  categoryName: string;
  version?: number;
}
interface StreamSaved extends Message {
  exam: Stream;
}
interface ExamDetail {
  _id: string;
  examId: string;
  image: string;
  date: string;
  timeStart: string;
  timeEnd: string;
  venue: string;
  examFee: number;
  examName: string;
  details: string;
  version: number;
}
interface ExamDetailIn {
  examId: string;
  image?: string;
  date: string;
  timeStart: string;
  timeEnd: string;
  venue?: string;
  examFee: number;
  examName?: string;
  details?: string;
  version?: number;
}
interface ExamDetailSaved extends Message {
  examDetail: ExamDetail;
}
interface Banner {
  _id: string;
  bannerName: string;
  deskImgLink: string;
  mobImgLink?: string;
  link: string;
  version: number;
}
interface BannerIn {
  bannerName: string;
  deskImgLink?: string;
  mobImgLink?: string;
  link?: string;
  version?: number;
}
interface BannerSaved extends Message {
  banner: Banner;
}
interface SyncState {
  running: boolean;
  done: number;
  total: number;
  last_sync?: string;
  error?: string;
  sheet_url: string;
  started_at?: string;
}

export interface PendingCatalogue {
  '/api/packages': {
    get: Call<PackageAdmin[]>;
    post: Call<PackageSaved> & With<PackageIn>;
  };
  '/api/packages/{id}': {
    get: CallOf<PackageAdmin>;
    delete: CallOf<Message>;
  };
  '/api/colleges': {
    get: Call<CollegeAdmin[]>;
    post: Call<CollegeSaved> & With<CollegeIn>;
  };
  '/api/colleges/{id}': {
    get: CallOf<CollegeAdmin>;
    delete: CallOf<Message>;
  };
  '/api/exams': {
    get: Call<Stream[]>;
    post: Call<StreamSaved> & With<StreamIn>;
  };
  '/api/exams/{id}': {
    put: CallOf<StreamSaved> & With<StreamIn>;
    delete: CallOf<Message>;
  };
  '/api/exam-details': {
    get: Call<ExamDetail[]>;
    post: Call<ExamDetailSaved> & With<ExamDetailIn>;
  };
  '/api/exam-details/{id}': {
    put: CallOf<ExamDetailSaved> & With<ExamDetailIn>;
    delete: CallOf<Message>;
  };
  '/api/sync': {
    get: Call<SyncState>;
    post: Call<Message>;
  };
  '/api/sync-all': {
    post: Call<Message>;
  };
  '/api/banners/listBanners': {
    get: Call<Banner[]>;
  };
  '/api/banners/addBanner': {
    post: Call<BannerSaved> & With<BannerIn>;
  };
  '/api/banners/updateLink/{id}': {
    put: CallOf<BannerSaved> & With<BannerIn>;
  };
  '/api/banners/deleteBanner/{id}': {
    delete: CallOf<Message>;
  };
  '/api/inst-brand/listBanners': {
    get: Call<Banner[]>;
  };
  '/api/inst-brand/addBanner': {
    post: Call<BannerSaved> & With<BannerIn>;
  };
  '/api/inst-brand/updateLink/{id}': {
    put: CallOf<BannerSaved> & With<BannerIn>;
  };
  '/api/inst-brand/deleteBanner/{id}': {
    delete: CallOf<Message>;
  };
  '/api/brand/listBanners': {
    get: Call<Banner[]>;
  };
  '/api/brand/addBanner': {
    post: Call<BannerSaved> & With<BannerIn>;
  };
  '/api/brand/updateLink/{id}': {
    put: CallOf<BannerSaved> & With<BannerIn>;
  };
  '/api/brand/deleteBanner/{id}': {
    delete: CallOf<Message>;
  };
  '/api/exam-details/exam/{examId}': {
    get: Omit<Call<ExamDetail[]>, 'parameters'> & { parameters: { path: { examId: string } } };
  };
}
