// The list of candidates, with the exams that it can be filtered by.
import { screen } from '@testing-library/react';
import { serveCall } from '@/testing/calls';
import { portalPaths } from '@/portal/kit/navigation/paths';
import { renderScreen } from './renderScreen';

const exam = (_id: string, examName: string) => ({ _id, examName, examId: 's', date: '2025-05-31' });

export const serveExams = () => {
  serveCall('get', '/api/exam-details', [exam('e2', 'BBA'), exam('e1', 'B.Tech')] as never);
};

export const open = async (query = '') => {
  const view = renderScreen(portalPaths.customers + query);
  await screen.findByText(/^Showing/);
  return view;
};
